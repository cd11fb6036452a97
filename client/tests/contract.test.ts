import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (...steps: string[]) => readFileSync(path.join(__dirname, '..', ...steps), 'utf8');

describe('the contract of the client', () => {
  it("is the server's, letter for letter; `npm run build:client` takes it over", () => {
    expect(read('src', 'contract.ts')).toBe(
      read('..', 'src', 'plugins', 'content-delivery', 'contracts', 'delivery.ts'),
    );
  });
});
