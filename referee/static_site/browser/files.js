// The files of the score book, kept by the browser: a folder of Emscripten's whose files lie in the
// origin private file system. Opening one there takes an await, which Python's file calls have no
// time for: so a few are opened beforehand, and each says in its first block which file it is.
const HEAD = 4096;
const FILES = 12;
const IN_MEMORY = /-shm$|\.lock$|\.served$/;
// Bytes that are held beside them: what is being written when there is no space left goes there.
const ROOM = 1 << 20;
const RETRIES = 300;
const PAUSE = 100;
const NO_SPACE = 51;
const NO_DEVICE = 29;

/**
 * Show the files of an OPFS directory in a folder of Emscripten's. Gives what puts them on disk, what
 * copies them into another directory, whether there were none, and whether the last space is in use.
 */
export async function openFiles(FS, folder, directory) {
  const { MEMFS } = FS.filesystems;
  const slots = [];
  for (const opened of await openSlots(directory)) {
    slots.push({ ...opened, name: "", turn: 0, ...headOf(opened.access) });
  }
  // A disk that is full must not keep the book from being opened: for that, no file grows.
  for (const { access } of slots) if (access.getSize() < HEAD) access.truncate(HEAD);
  const empty = slots.every((slot) => !slot.name);
  let turn = Math.max(...slots.map((slot) => slot.turn));
  let written = null;

  function attempt(act) {
    try {
      return act();
    } catch (error) {
      if (error instanceof FS.ErrnoError) throw error;
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? NO_SPACE : NO_DEVICE);
    }
  }

  function flush() {
    written?.access.flush();
    written = null;
  }

  const held = await openFile(directory, "room");
  let full = false;
  try {
    if (held.access.getSize() < ROOM) put(held.access, new Uint8Array(ROOM), 0);
    held.access.flush();
  } catch {
    full = true;
  }

  function put(access, bytes, at) {
    // Some write less than all, or say that they wrote more.
    if (access.write(bytes, { at }) !== bytes.length) throw new FS.ErrnoError(NO_SPACE);
  }

  // What was written to one file is on disk before another is written: SQLite's log before its
  // database and the other way round. Emscripten does not say when SQLite asks for that.
  function write(slot, bytes, at) {
    if (written !== slot) flush();
    written = slot;
    try {
      put(slot.access, bytes, at);
    } catch (error) {
      if (full) throw error;
      full = true;
      held.access.truncate(0);
      // Only then is its space free for others.
      held.access.close();
      put(slot.access, bytes, at);
    }
  }

  /** Have a slot be the file of a name, or free: one block, which is written whole or not at all. */
  function label(slot, name) {
    flush();
    turn += 1;
    const head = new Uint8Array(HEAD);
    new TextEncoder().encodeInto(JSON.stringify({ name, turn }), head);
    write(slot, head, 0);
    flush();
    Object.assign(slot, { name, turn });
    if (!name) slot.access.truncate(HEAD);
  }

  function slotFor(name) {
    const slot = slots.find((one) => one.name === name) ?? slots.find((one) => !one.name);
    if (!slot) throw new FS.ErrnoError(NO_SPACE);
    if (!slot.name) label(slot, name);
    return slot;
  }

  const { node, stream } = MEMFS.ops_table.file;

  function keep(file, slot) {
    const { access } = slot;
    Object.defineProperty(file, "usedBytes", { get: () => Math.max(access.getSize() - HEAD, 0) });
    file.slot = slot;
    file.node_ops = {
      ...node,
      setattr(one, { size, ...others }) {
        if (size !== undefined) attempt(() => access.truncate(HEAD + size));
        MEMFS.node_ops.setattr(one, others);
      },
    };
    file.stream_ops = {
      ...stream,
      mmap: undefined,
      read: (_, into, offset, length, at) =>
        attempt(() => access.read(into.subarray(offset, offset + length), { at: HEAD + at })),
      write(_, from, offset, length, at) {
        attempt(() => write(slot, from.subarray(offset, offset + length), HEAD + at));
        file.mtime = file.ctime = Date.now();
        return length;
      },
      fsync: () => attempt(flush),
    };
  }

  FS.mkdirTree(folder);
  FS.mount(MEMFS, {}, folder);
  const root = FS.lookupPath(folder).node;
  root.node_ops = {
    ...root.node_ops,
    mknod(parent, name, mode, device) {
      const kept = FS.isFile(mode) && !IN_MEMORY.test(name);
      const slot = kept && attempt(() => slotFor(name));
      const file = MEMFS.node_ops.mknod(parent, name, mode, device);
      if (slot) keep(file, slot);
      return file;
    },
    rename(file, to, name) {
      const replaced = slots.find((slot) => slot.name === name);
      if (file.slot) attempt(() => label(file.slot, name));
      if (replaced && replaced !== file.slot) attempt(() => label(replaced, ""));
      MEMFS.node_ops.rename(file, to, name);
    },
    unlink(parent, name) {
      const slot = slots.find((one) => one.name === name);
      if (slot) attempt(() => label(slot, ""));
      MEMFS.node_ops.unlink(parent, name);
    },
  };
  // Where a rename was cut off, the one that was named later is the file.
  const newest = new Map(slots.sort((a, b) => a.turn - b.turn).map((slot) => [slot.name, slot]));
  for (const slot of slots) {
    if (slot.name && newest.get(slot.name) !== slot) label(slot, "");
    else if (slot.name) FS.mknod(`${folder}/${slot.name}`, 0o100600, 0);
  }

  async function copy(into) {
    const copies = await openSlots(into);
    // Nothing is written meanwhile: from here on nothing is waited for.
    slots.forEach(({ access }, number) => {
      const bytes = new Uint8Array(access.getSize());
      access.read(bytes, { at: 0 });
      const to = copies[number].access;
      to.truncate(0);
      to.write(bytes, { at: 0 });
      to.close();
    });
  }

  return { flush, copy, empty, isFull: () => full };
}

async function openFile(directory, name) {
  // The handle of the file is kept too: without it Chromium may forget the promise.
  const file = await directory.getFileHandle(name, { create: true });
  for (let left = RETRIES; ; left -= 1) {
    try {
      return { file, access: await file.createSyncAccessHandle() };
    } catch (error) {
      // An engine that ended a moment ago may still hold it.
      if (error.name !== "NoModificationAllowedError" || !left) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

async function openSlots(directory) {
  const slots = [];
  for (let number = 0; number < FILES; number += 1) slots.push(await openFile(directory, `${number}`));
  return slots;
}

function headOf(access) {
  const bytes = new Uint8Array(HEAD);
  access.read(bytes, { at: 0 });
  try {
    return JSON.parse(new TextDecoder().decode(bytes).replace(/\0+$/, ""));
  } catch {
    return {};
  }
}
