/** A name that nothing else has. `crypto.randomUUID` is missing where the panel is not served by https. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
