"""The papers, read and settled: what they print beside what is found."""
