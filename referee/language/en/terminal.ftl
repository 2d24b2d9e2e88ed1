### The command line. Commands, options and placeholders such as FILE are the same in every language.

## Help

command-line = Keeps score for rummy players and settles their arguments.
usage = usage:{" "}
positional-arguments = positional arguments
options-heading = options
help-help = show this help message and exit
help-serve = serve the pages to the players’ phones
help-host = address to listen on (all of them)
help-port = port to listen on (8080)
help-address = the address that phones open instead
help-instance = folder of the score book
help-rule = rule on cases, one JSON object a line
help-backup = copy the score book, even while it’s in use
help-restore = put a copy in the place of the score book, which is kept
help-yes = don’t ask first
help-migrate = update the score book to this version
help-static = make a folder that runs all this in the browser, without a server
help-static-folder = made anew; put it on any web host
help-static-serve = show it on this machine
help-print = make a sheet as a PDF file
help-sheet = the sheet, such as score-pad, or kit; any other word lists them
help-game = the game by its id, for a blank sheet
help-link = a game’s link: print its names and points
help-out = the file (SHEET-GAME.pdf)
help-paper = a4, letter, a3, a5, a6, 4x6 or 3x5 (a4)
help-across = landscape
help-up = 1, 2 or 4 on a page (1)
help-stacked = pages in cut-stack order
help-copies = 1 to 50 (1)
help-players = how many players a blank sheet is for
help-rows = how many deals the pad has, if the game has no fixed number
help-large = large text: nothing under 16 points
help-inks = suits in red, four colours or black (red)
help-no-code = no QR code to the game
help-both-sides = print on both sides
help-short-edge = flip on the short edge
help-sheets = the sheets of a kit (all)
help-booklet = a kit in the order of a booklet
help-beside = the game to compare with, for the sheet “compared”

## Arguments that are wrong

wrong-arguments = %(prog)s: error: %(message)s
wrong-argument = argument %(argument_name)s: %(message)s
wrong-missing = the following arguments are required: %s
wrong-unknown = unrecognized arguments: %s
wrong-value = invalid %(type)s value: %(value)r
wrong-choice = invalid choice: %(value)r (choose from %(choices)s)
wrong-command = unknown parser %(parser_name)r (choices: %(choices)s)
wrong-ambiguous = ambiguous option: %(option)s could match %(matches)s
wrong-explicit = ignored explicit argument %r
wrong-count-one = expected one argument
wrong-port = { $text } isn’t a port: use a number from 1 to 65535
wrong-address = { $text } isn’t an address such as https://rummy.example.org
wrong-print-choice = There is no { $option } “{ $text }”. There are: { $known }.
wrong-language = There is no language “{ $language }”. There are: { $known }. Set REFEREE_LANGUAGE to one of these, or unset it.

## What was done

open-on-phone = Open this on your phone: { $url }
open-here = Open this on this machine: { $url }
how-to-stop = Stop with Ctrl-C.
done-print = { $file } is ready.
done-backup = The score book is copied to { $file }.
confirm-restore = { $file } will take the place of the score book { $place }, which will be kept as { $kept }. Type yes to go on:
done-restore = The score book is restored from { $file }.
kept-restore = The one that was there before is kept as { $kept }.
done-static = { $folder } is ready: { $megabytes } MB for a first visit. Put it on any web host with https.
static-parts = What the folder is made of is missing. Start this as ./run static, which fetches it.
static-taken = { $folder } is something else already. Name a new folder.
done-migrate = The score book is up to date.

## What could not be done, and what to do instead
# $problem is what the operating system says.

file-unread = { $file } can’t be read ({ $problem }).
port-taken = Port { $port } is taken, perhaps by a referee that is already running: stop that one, or use another port with --port { $other }.
port-needs-root = Port { $port } needs root: use one above 1023, such as --port 8080.
port-refused = Cannot listen on { $host } ({ $problem }): name another address with --host.
key-new = { $file } was missing, so a new one was made: every phone has to open its links again. If you have a backup of that file, stop the server, put it there, and start again.
book-missing = There’s no score book in { $folder }. Name its folder with --instance DIR.
backup-not-sqlite = This score book is not kept in SQLite. For PostgreSQL type: pg_dump "$DATABASE_URL" > '{ $file }'
backup-exists = { $file } already exists. Name a new file.
restore-not-sqlite = This score book is not kept in SQLite. For PostgreSQL stop the server, and type: psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -c 'CREATE DATABASE restored' -c '\c restored' -f '{ $file }' Then set DATABASE_URL to that database. The one before stays as it is.
restore-no-backup = { $file } holds no score book, so it is no backup. Name another file.
restore-not-confirmed = Nothing was changed.
backup-refused = { $file } can’t be written ({ $problem }). Name another file.
