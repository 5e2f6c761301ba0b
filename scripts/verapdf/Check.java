import java.io.FileInputStream;
import java.util.Map;
import java.util.TreeMap;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Holds PDFs to a flavour of veraPDF (ua1, 2u) each: one line a file, and one for each rule that fails. */
public final class Check {
    public static void main(String[] arguments) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        boolean good = true;
        for (int at = 1; at < arguments.length; at++) {
            for (String name : arguments[0].split(",")) {
                good &= holds(PDFAFlavour.byFlavourId(name), name, arguments[at]);
            }
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean holds(PDFAFlavour flavour, String name, String path) throws Exception {
        try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(path), flavour);
                PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false)) {
            ValidationResult result = validator.validate(parser);
            System.out.println((result.isCompliant() ? "pass " : "FAIL ") + name + " " + path);
            Map<String, String> failures = new TreeMap<>();
            for (TestAssertion assertion : result.getTestAssertions()) {
                if (assertion.getStatus() == TestAssertion.Status.FAILED) {
                    failures.putIfAbsent(
                        assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber(),
                        assertion.getMessage() + " at " + assertion.getLocation().getContext());
                }
            }
            failures.forEach((rule, words) -> System.out.println("  " + rule + ": " + words));
            return result.isCompliant();
        }
    }
}
