"""What a quest is once every name is resolved: frozen values, nothing half-known."""
