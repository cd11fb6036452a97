import type { Page, Piece } from './pages';

/** A command that a page shows. */
export interface ShownCommand {
  /** As it is typed, without comments, and on one line but for a group in braces. */
  text: string;
  file: string;
  line: number;
  section: number;
}

/** What a word of code begins with that is a command; one of these alone is only a name. */
const PROGRAMS = [
  ...[
    'apt-get',
    'aws',
    'chown',
    'chrt',
    'cp',
    'curl',
    'docker',
    'find',
    'git',
    'mariadb',
    'mariadb-dump',
    'node',
  ],
  ...[
    'npm',
    'npx',
    'openssl',
    'pg_dump',
    'pg_restore',
    'rclone',
    'restic',
    'sqlite3',
    'strapi',
    'tar',
    'varnishd',
  ],
].join('|');
const WORD_OF_CODE = new RegExp(`^(?:[A-Z_]+=\\S* )*(?:${PROGRAMS}) \\S`);
/** What a block without a language has of commands: all that npm, npx, Node or Docker begins. */
const IN_OTHER_BLOCK = /\b(?:npm|npx|node|docker) [a-z-].*/;
const SHELLS = ['sh', 'bash', 'shell', 'console'];
/** A line of an .env file. */
const SETTING = /^[A-Z][A-Z\d_]*=\S*$/;

/** Without its comment; one begins with a # outside of quotation marks. */
const withoutComment = (line: string): string =>
  ` ${line}`.replace(/("[^"]*"|'[^']*')|\s#.*$/g, (_, quoted?: string) => quoted ?? '').trim();

/** The commands of a block for a shell: joined where a line goes on, and a group in braces as one. */
const commandsOfShell = (block: string): string[] => {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n').map(withoutComment)) {
    if (line === '') continue;
    const isGroup = open.startsWith('{') || line === '{';
    if (isGroup && !line.startsWith('}')) open += `${line}\n`;
    else if (line.endsWith('\\')) open += `${line.slice(0, -1).trim()} `;
    else {
      commands.push(`${open}${line}`);
      open = '';
    }
  }
  return commands.filter((command) => !SETTING.test(command));
};

const commandsOfPiece = ({ kind, text, language }: Piece): string[] => {
  if (kind === 'code') return WORD_OF_CODE.test(text) ? [text] : [];
  if (kind !== 'block') return [];
  if (SHELLS.includes(language)) return commandsOfShell(text);
  return text.split('\n').flatMap((line) => IN_OTHER_BLOCK.exec(line)?.[0] ?? []);
};

/** All commands of a page, in its order. */
export const commandsIn = ({ file, pieces }: Page): ShownCommand[] =>
  pieces.flatMap((piece) =>
    commandsOfPiece(piece).map((text) => ({ text, file, line: piece.line, section: piece.section })),
  );
