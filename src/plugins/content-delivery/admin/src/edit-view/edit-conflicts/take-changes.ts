type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Takes what has changed; the rest stays the same objects, so that nothing is rendered anew for it. */
export const takeChanges = (known: Fields, answer: Fields): void => {
  for (const key of Object.keys(known)) if (!(key in answer)) Reflect.deleteProperty(known, key);
  for (const [key, value] of Object.entries(answer)) {
    const before = known[key];
    if (isFields(before) && isFields(value)) takeChanges(before, value);
    else if (JSON.stringify(before) !== JSON.stringify(value)) known[key] = value;
  }
};
