import { countKeywords } from './panel/front-end-view/keywords';
import { shinglesOfPage } from './pseo/imports/alike/page';
import { htmlProblem } from './pseo/templates/broken-html';
import { createRenderer } from './pseo/templates/renderer';

/** What the worker thread can do. What goes in and comes out is copied from one thread to the other. */
export const createTasks = () => {
  const { read, render } = createRenderer();
  return { readTemplate: read, renderTemplate: render, htmlProblem, shinglesOfPage, countKeywords };
};

export type Tasks = ReturnType<typeof createTasks>;
