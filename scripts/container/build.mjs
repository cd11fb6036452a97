// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { contextOf } from './context.mjs';
import { createRoot } from './root.mjs';

/** What is said of a container and not done while an image is made. */
const LATER = ['VOLUME', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'];

/**
 * @typedef {ReturnType<typeof createRoot>} Root
 * @typedef {{ root: Root, cwd: string, environment: Record<string, string> }} Image
 */

/**
 * Takes the steps of a Dockerfile's stages, each stage in a separate root file system.
 * @param {object} options
 * @param {import('./dockerfile.mjs').Stage[]} options.stages
 * @param {string} options.project the folder that is built
 * @param {string} options.work
 * @param {string} options.node
 * @param {string} options.npmCache
 * @param {Record<string, string>} options.network variables for what is run
 * @param {(text: string) => void} options.say
 * @returns {Image} what the last stage comes to
 */
export const buildImage = ({ stages, project, work, node, npmCache, network, say }) => {
  const context = contextOf(project);
  /** @type {Map<string, Image>} */
  const images = new Map();
  /** @type {Image | undefined} */
  let image;

  for (const stage of stages) {
    const root = createRoot({ folder: path.join(work, `stage-${stage.name}`), node, npmCache });
    /** @type {Image} */
    const made = { root, cwd: '/', environment: {} };
    images.set(stage.name, made);
    image = made;
    for (const { name, text, line } of stage.instructions) {
      say(`${name} ${text}`);
      if (name === 'WORKDIR') {
        made.cwd = text;
        mkdirSync(root.at(text), { recursive: true });
      } else if (name === 'ENV') {
        for (const [, variable = '', value = ''] of text.matchAll(/(\w+)=(\S*)/g)) {
          made.environment[variable] = value;
        }
      } else if (name === 'RUN') {
        if (text.startsWith('apt-get ')) console.log('Left out: the system is the one of this machine.');
        else {
          const environment = { ...network, ...made.environment };
          root.run({ command: ['/bin/sh', '-c', text], cwd: made.cwd, environment });
        }
      } else if (name === 'COPY') copy(made, text, line);
      else if (!LATER.includes(name)) {
        throw new Error(`Dockerfile, line ${line}: this check does not know ${name}.`);
      }
    }
  }
  if (!image) throw new Error('The Dockerfile has no stage.');
  return image;

  /**
   * @param {Image} into
   * @param {string} text
   * @param {number} line
   */
  function copy(into, text, line) {
    const words = text.split(/\s+/);
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
    const target = into.root.at(path.resolve(into.cwd, words.pop() ?? ''));
    for (const word of words) {
      if (from !== undefined) {
        const source = images.get(from)?.root.at(path.resolve('/', word));
        if (!source) throw new Error(`Dockerfile, line ${line}: there is no stage ${from}.`);
        mkdirSync(target, { recursive: true });
        // A folder's content is copied, a file goes into the folder. Links cost no time, and nothing is changed later.
        execFileSync('cp', ['-al', statSync(source).isDirectory() ? `${source}/.` : source, target]);
        continue;
      }
      const files = context.filter((file) => word === '.' || file === word || file.startsWith(`${word}/`));
      if (files.length === 0)
        throw new Error(`Dockerfile, line ${line}: .dockerignore leaves nothing of ${word}.`);
      for (const file of files) cpSync(path.join(project, file), path.join(target, file));
    }
  }
};
