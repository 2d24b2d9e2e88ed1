"""The application without a server: a folder of files that runs the same site in the browser.

`build` makes the folder, and needs what `./run static` sets up. `pack` is run by the build in the
browser's own Python, `engine` in the browser. The scripts of the folder lie in `browser/`.
"""
