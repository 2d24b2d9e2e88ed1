"""Paper: what goes on each sheet, and the renderer that makes PDF files of them."""
