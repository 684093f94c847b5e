// SPDX-License-Identifier: GPL-3.0-or-later
// Answers SQL queries by DuckDB: a JSON array for each, with the rows as arrays of texts.
//   node duckdb_rows.cjs FOLDER_WITH_NODE_MODULES QUERY...
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, ...queries] = process.argv.slice(2);
const duckdb = createRequire(join(folder, 'index.js'))('@duckdb/node-api');

(async () => {
  const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
  const answers = [];
  for (const query of queries) {
    const reader = await connection.runAndReadAll(query);
    answers.push(reader.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell)))));
  }
  console.log(JSON.stringify(answers));
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
