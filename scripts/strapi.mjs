/** Strapi's command line, for a Node that can run it. */
import '../src/settings/supported-node.js';
import '../node_modules/@strapi/strapi/bin/strapi.js';
