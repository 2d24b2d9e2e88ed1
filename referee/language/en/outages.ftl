### Why the score book and its folder can’t be used, and what to do about it.
# $place is a path or an address, or says written-file.

written-file = what is written to
advice-full = The disk of { $place } is full: free some space on it, then try again.
advice-read-only = The disk of { $place } is read-only: mount it for writing (mount -o remount,rw), or check it for faults.
advice-busy = { $place } is in use by another program, such as a server or a database shell: stop that one, or wait for it, then try again.
advice-unreachable = PostgreSQL refuses the connection at { $place }{ $detail }: start it, or correct DATABASE_URL.
advice-damaged = { $place } is damaged, or its disk is: type ./run restore FILE (or referee restore FILE) with your last backup.
advice-denied = { $place } belongs to another user, perhaps because it was first started as root: type sudo chown -R { $user } '{ $folder }', or name another folder with --instance DIR.
advice-missing = The score book at { $place } is missing: put it or a backup back there, or start a new one in another folder with --instance DIR.
advice-replaced = { $place } was replaced by another file: restart the server.
advice-foreign-log = The log { $place }-wal belongs to another score book than { $place }, perhaps because a backup was copied there: type ./run restore FILE (or referee restore FILE) with that backup.
advice-empty = There’s a database but no score book at { $place }: put a backup there, correct DATABASE_URL if it is set, or start a new one in another folder with --instance DIR.
advice-folder = { $place } is a folder where a file should be: move it away.
advice-later = { $place } was written by a later version of this program: install that version (git pull) and start it, or restore an older backup.
advice-earlier = { $place } was written by an earlier version of this program: type ./run migrate (or referee migrate) to update it.
advice-half = The tables of { $place } are not whole: an update stopped halfway, or another program changed them. Stop every server, and type ./run restore FILE (or referee restore FILE) with your last backup.
advice-address = { $place } isn’t the address of a database: set DATABASE_URL to postgresql://USER:PASSWORD@HOST/NAME or sqlite:////PATH/TO/FILE, or unset it.
advice-driver = The driver for { $place } is missing: ./run installs it, and so does pip install 'psycopg[binary]'.
folder-refused = The instance folder { $folder } can’t be used ({ $problem }). Name another with --instance DIR.
folder-shared = { $folder } holds other files and is open to other users. Name a folder of its own with --instance DIR, or type: chmod 700 '{ $folder }'
key-damaged = { $file } is damaged. Put its backup there; or delete it, and a new one is made at the next start, with which every phone has to open its links again.
