#!/usr/bin/env node
/* The command of the npm package. In words that any Node understands, as it may be told that it is too old. */
const needed = require('../package.json').engines.node.replace('>=', '').split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Tabpoint needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
require('../server/main.js');
