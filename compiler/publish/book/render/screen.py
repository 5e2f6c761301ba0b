"""What makes a PDF one for the screen: PDF/UA-1 and PDF/A-2u in one file.

The renderer writes either of them. It is asked for PDF/A with tags, and what PDF/UA-1 wants beside
that is added here, before the file is written.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PRINT_OPTIONS: Final[Mapping[str, Any]] = {"pdf_tags": False, "pdf_version": "1.7"}
"""The renderer's options for paper, where tags only cost time."""

# PDF/A wants every schema of the metadata that it does not know itself to be described.
_CLAIM = b"""<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file keeps to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
"""
_END: Final = b"</rdf:RDF>"


def screen_options(name: str) -> Mapping[str, Any]:
    """The renderer's options for the screen; of a gathering with its name."""
    return {
        "pdf_variant": "pdf/a-2u",
        "pdf_version": "1.7",
        "pdf_tags": True,
        "output_intent": "srgb",
        "finisher": partial(_finish, name),
    }


def _finish(name: str, _document: object, pdf: Any) -> None:  # noqa: ANN401 - the renderer's own
    number = int(pdf.catalog["Metadata"].split()[0])
    metadata = pdf.objects[number]
    metadata.stream = [part.replace(_END, _CLAIM + _END) for part in metadata.stream]
    # Pages are counted from 1 in the foot of the pages, and so in the viewer.
    pdf.catalog["PageLabels"] = "<</Nums [0 <</S /D /St 1>>]>>"
    if name:
        _tell_apart(name, pdf)


def _tell_apart(name: str, pdf: Any) -> None:  # noqa: ANN401 - as above
    """Call the heads of tables by names that no other gathering has."""
    for element in pdf.objects:
        if not isinstance(element, dict) or element.get("Type") != "/StructElem":
            continue
        heads = [element["ID"]] if "ID" in element else []
        heads += element.get("A", {}).get("Headers", ())
        for head in heads:
            if not head.string.startswith(f"{name}."):
                head.string = f"{name}.{head.string}"
