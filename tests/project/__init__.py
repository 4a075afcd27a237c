"""The project as a whole: its layout, documents, language, build and commands."""
