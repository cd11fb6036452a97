import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (...steps: string[]) => readFileSync(path.join(__dirname, '..', ...steps), 'utf8');

describe('the contract of the client', () => {
  it("is the server's, letter for letter; copy it when that has changed", () => {
    expect(read('src', 'contract.ts')).toBe(
      read('..', 'src', 'plugins', 'content-delivery', 'contracts', 'delivery.ts'),
    );
  });
});
