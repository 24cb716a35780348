"""The strategies, and the builder that plays one against every secret."""
