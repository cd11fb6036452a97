import { Output, toValueSync, type Template } from 'liquidjs';
import { readHtml } from '../../platform/html/read-html';

const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** Where in a template the contents of script elements begin and end, by characters. */
const scriptsIn = (template: string): [begin: number, end: number][] => {
  if (!/<script/i.test(template)) return [];
  const found: [number, number][] = [];
  let begin: number | null = null;
  // What Liquid puts in is no markup; letters of the same number keep all places.
  const html = template.replace(LIQUID, (liquid) => 'x'.repeat(liquid.length));
  readHtml(html, {
    onStartTag({ tagName, location }) {
      if (tagName === 'script') begin = location?.endOffset ?? null;
    },
    onEndTag({ tagName, location }) {
      if (tagName !== 'script' || begin === null) return;
      found.push([begin, location?.startOffset ?? html.length]);
      begin = null;
    },
  });
  if (begin !== null) found.push([begin, html.length]);
  return found;
};

/** Calls for each template that lies in a script, also inside of others. */
export const forEachInScripts = (
  source: string,
  templates: readonly Template[],
  act: (template: Template) => void,
): void => {
  const scripts = scriptsIn(source);
  if (scripts.length === 0) return;
  const visit = (template: Template): void => {
    const { begin } = template.token;
    if (scripts.some(([from, to]) => from <= begin && begin < to)) act(template);
    if (!template.children || template instanceof Output) return;
    for (const child of toValueSync(template.children(false, true)) as Template[]) visit(child);
  };
  for (const template of templates) visit(template);
};
