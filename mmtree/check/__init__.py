"""The second route to every number: it shares only the rules and the file reader with the rest."""
