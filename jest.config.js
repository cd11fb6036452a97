require('./src/settings/supported-node');
const { devNull } = require('node:os');

// Strapi reads this file instead of .env, so that tests do not depend on what a developer has there.
process.env.ENV_PATH = devNull;

/** Compiles tests and, for the unit tests, the sources that they import. */
const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        // As the panel is built: its files do not import React for their markup.
