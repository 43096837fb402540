#!/usr/bin/env node
/* The command of the npm package. Its syntax works on old versions of Node, so that they print the error below. */
const needed = Number(require('../package.json').engines.node.replace('>=', ''));
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(`Tabpoint needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
require('../server/main.js');
