### The pages to choose a sheet of paper on.

prints-title = Prints
prints-which = Which game are the sheets for? To print a game you’re playing, open it and choose “Print this game”.
prints-heading = { $kind ->
        [game] Print this game
       *[blank] Print
    }
prints-about = With your names and points.
prints-tab = Print { $game }
prints-no-pdf = <b>This server can’t make PDFs yet.</b> The print view still works: open it and print it from your browser.
prints-spelt = If no font here has the letters of { $names }, the PDF says { $spelt }. The print view has the letters of your device.
prints-picture = Picture: { $sheet }
prints-some = Only some of them, or as a booklet
prints-more = Copies, cutting and folding
prints-stacked-about = For two or four on a page: cut the stack, put one part on top of the other, and the pages are in order.
prints-booklet-about = Choose paper half as large as what lies in the printer. Print two pages on a side, on both sides, flipped on the short edge; fold the pile in the middle.
prints-make = { $missing ->
        [yes] Open the print view
       *[no] Make the PDF
    }
prints-from-browser = Print view
prints-update = Update the pictures
prints-failed = No PDF right now
prints-view-instead = The print view shows the same sheet. Open it and print it from your browser.
prints-open-view = Open the print view
prints-back = Back to the prints

## What can be chosen

print-sheet = Sheet
print-paper = Paper
print-paper_a4 = A4
print-paper_letter = Letter
print-paper_a3 = A3, for the wall
print-paper_a5 = A5
print-paper_a6 = A6
print-paper_4x6 = 4 × 6 in card
print-paper_3x5 = 3 × 5 in card
print-turn = Orientation
print-turn_upright = portrait
print-turn_across = landscape
print-print = Text size
print-print_normal = normal
print-print_large = large
print-inks = Suits
print-inks_red = red and black
print-inks_four = four colours
print-inks_black = black only
print-up = Sheets on a page
print-up_1 = one
print-up_2 = 2, to cut apart
print-up_4 = 4, to cut apart
print-copies = Copies
print-stacked = Cut-stack order
print-duplex = Print on
print-duplex_one = one side
print-duplex_long = both sides, flipped on the long edge
print-duplex_short = both sides, flipped on the short edge
print-code = QR code to the game
print-code_yes = yes
print-code_no = no
print-kit = Sheets in the kit
print-players = Players
print-players-any = as many as fit
print-rows = Deals on the pad
print-beside = Compare with
print-booklet = Booklet order

## What goes wrong, and what a game says on paper

print-impossible = One of the choices below isn’t possible.
print-kit-view = A kit is one PDF file. To print from your browser, open its sheets one by one.
print-doubted = From a copy: the referee didn’t confirm it.
print-not-agreed = Not agreed:
print-ruling = Deal { $deal }: { $ruling }
# A deal that was corrected, by the letter beside the figures struck out.
print-corrected = { $letter }: deal { $deal }, { $changed } ({ $who }, { $at })
print-changed = { $player } { $now }, not { $before }
print-option = From deal { $deal } on: { $asks } { $now } (before: { $before })
print-signed = Deal { $deal }: agreed by { $players }
print-signed-before = Deal { $deal }: agreed by { $players } before it was changed
