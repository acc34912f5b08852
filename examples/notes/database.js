// The embedded database: `app.db` has the questions that the routes ask.
import fp from 'fastify-plugin'
import sqlite from 'node-sqlite3-wasm'

const TABLES = `
  CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, password TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS notes (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    attachment TEXT
  );
`

async function database(app, { file }) {
  const db = new sqlite.Database(file)
  db.exec(TABLES)
  app.decorate('db', {
    addUser: (name, password) => db.run('INSERT INTO users (name, password) VALUES (?, ?)', [name, password]),
    user: (name) => db.get('SELECT id, name, password FROM users WHERE name = ?', [name]),
    notes: (owner, limit, contains) =>
      db.all(
        "SELECT id, text, attachment FROM notes WHERE owner = ? AND text LIKE '%' || ? || '%' ORDER BY id LIMIT ?",
        [owner, contains, limit],
      ),
    note: (owner, id) =>
      db.get('SELECT id, text, attachment FROM notes WHERE owner = ? AND id = ?', [owner, id]),
    addNote: (owner, text) =>
      Number(db.run('INSERT INTO notes (owner, text) VALUES (?, ?)', [owner, text]).lastInsertRowid),
    removeNote: (owner, id) =>
      db.run('DELETE FROM notes WHERE owner = ? AND id = ?', [owner, id]).changes > 0,
    attach: (id, name) => db.run('UPDATE notes SET attachment = ? WHERE id = ?', [name, id]),
  })
  app.addHook('onClose', async () => db.close())
}

export default fp(database, { name: 'database', fastify: '4.x' })
