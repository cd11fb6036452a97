import { SaxesParser } from 'saxes';

type Value = string | { [name: string]: Value | Value[] };
interface Open {
  name: string;
  text: string;
  fields: Record<string, Value | Value[]>;
}

/**
 * XML as plain objects: an element with text alone is its text, attributes have an `@`, what is there several times is a list.
 * @throws Error for what is not well-formed
 */
export const readXml = (xml: string): Record<string, Value | Value[]> => {
  const root: Open = { name: '', text: '', fields: {} };
  const open = [root];
  const top = (): Open => open.at(-1) ?? root;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const fields = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`@${key}`, value]));
    open.push({ name, text: '', fields });
  });
  const addText = (text: string): void => void (top().text += text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const { name, text, fields } = open.pop() ?? root;
    const value = Object.keys(fields).length === 0 ? text.trim() : fields;
    const known = top().fields[name];
    if (Array.isArray(known)) return void known.push(value);
    top().fields[name] = known === undefined ? value : [known, value];
  });
  parser.write(xml).close();
  return root.fields;
};
