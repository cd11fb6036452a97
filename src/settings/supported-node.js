// @ts-check
'use strict';

/**
 * Ends the process with one sentence where its Node is older than package.json asks for: the driver of SQLite would end it without a
 * word. Whatever starts something imports this first. It is written so that Node 12 can read it.
 */
const fs = require('fs');
const path = require('path');

// Two folders up, or three in dist.
let root = __dirname;
while (!fs.existsSync(path.join(root, 'package.json'))) root = path.dirname(root);

const { engines } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// The least of 22, and the least of 23 and later.
/** @type {[number, number][]} */
const floors = engines.node
  .match(/>=[\d.]+/g)
  .map((/** @type {string} */ bound) => bound.slice(2).split('.').map(Number));
const [leastMajor, leastMinor] = floors.filter(([least]) => least <= major).pop() || floors[0] || [0, 0];
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(
    `This is Node ${process.versions.node}, but this project needs Node ${leastMajor}.${leastMinor} or later: ` +
      'get it from https://nodejs.org/en/download and try again.',
  );
  process.exit(1);
}
