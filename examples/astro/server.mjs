/** Serves what was built, and makes previews. `@astrojs/node` answers an address that cannot be decoded with an empty 400. */
import { existsSync } from 'node:fs';
import http from 'node:http';

// Previews read the content server too. What is set already goes before what is in the file.
if (existsSync('.env')) process.loadEnvFile('.env');
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { handler } = await import('./dist/server/entry.mjs');
const { HOST = '0.0.0.0', PORT = '4321' } = process.env;

const isDecodable = (address) => {
  try {
    decodeURI(address);
    return true;
  } catch {
    return false;
  }
};

http
  .createServer((request, response) => {
    if (!isDecodable(request.url)) request.url = '/not-found';
    void handler(request, response);
  })
  .listen(Number(PORT), HOST, () => console.log(`The website listens on port ${PORT}.`));
