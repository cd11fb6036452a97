import { markdownBody } from './export/markdown/body';
import { countKeywords } from './panel/front-end-view/keywords';
import { findKeyword } from './panel/links/find-keyword';
import { createSurvey } from './panel/links/survey-texts';
import { findPlaces } from './panel/replacements/find';
import { textHashOfPage } from './pseo/imports/page-text';
import { htmlProblem } from './pseo/templates/broken-html';
import { createRenderer } from './pseo/templates/renderer';

/** What the worker can do. What goes in and comes out is copied from one process to the other. */
export const createTasks = () => {
  const { read, render } = createRenderer();
  return {
    readTemplate: read,
    renderTemplate: render,
    htmlProblem,
    markdownBody,
    textHashOfPage,
    countKeywords,
    findPlaces,
    findKeyword,
    surveyTexts: createSurvey(render),
  };
};

export type Tasks = ReturnType<typeof createTasks>;
