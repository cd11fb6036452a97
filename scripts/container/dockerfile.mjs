// @ts-check

/**
 * One instruction of a Dockerfile.
 * @typedef {{ name: string, text: string, line: number }} Instruction
 * @typedef {{ name: string, base: string, instructions: Instruction[] }} Stage
 */

/**
 * Reads a Dockerfile as far as this project's goes: no heredocs, no escape directive.
 * @param {string} source
 * @returns {Stage[]}
 */
export const parseDockerfile = (source) => {
  /** @type {Record<string, string>} */
  const given = {};
  /** @type {Stage[]} */
  const stages = [];
  for (const { name, text, line } of instructionsOf(source)) {
    if (name === 'FROM') {
      const [, base = '', stage = String(stages.length)] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(text) ?? [];
      if (base === '') throw new Error(`Dockerfile, line ${line}: FROM ${text}`);
      stages.push({ name: stage, base: expand(base, given), instructions: [] });
    } else if (stages.length > 0) {
      stages.at(-1)?.instructions.push({ name, text, line });
    } else if (name === 'ARG') {
      const [variable = '', value = ''] = text.split('=');
      given[variable] = value;
    } else {
      throw new Error(`Dockerfile, line ${line}: ${name} before FROM`);
    }
  }
  return stages;
};

/** @param {string} source */
function* instructionsOf(source) {
  const lines = source.split('\n');
  for (let n = 0; n < lines.length; n += 1) {
    const line = n + 1;
    let whole = lines[n]?.trim() ?? '';
    if (whole === '' || whole.startsWith('#')) continue;
    while (whole.endsWith('\\')) whole = `${whole.slice(0, -1)} ${lines[(n += 1)]?.trim() ?? ''}`;
    const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(whole) ?? [];
    yield { name: name.toUpperCase(), text, line };
  }
}

/**
 * @param {string} text
 * @param {Record<string, string>} variables
 */
const expand = (text, variables) => text.replace(/\$\{(\w+)\}/g, (_, name) => variables[name] ?? '');

/**
 * The words of an instruction in its JSON form, as CMD and VOLUME have it.
 * @param {Instruction} instruction
 * @returns {string[]}
 */
export const wordsOf = ({ name, text, line }) => {
  try {
    const words = JSON.parse(text);
    if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  } catch {
    // Said below.
  }
  throw new Error(`Dockerfile, line ${line}: ${name} needs its JSON form, ["…", "…"].`);
};
