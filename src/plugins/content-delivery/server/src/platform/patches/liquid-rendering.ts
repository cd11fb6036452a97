import type { Context, Liquid, Template } from 'liquidjs';
import { replaceFunction } from './replace';

/**
 * Changes `renderTemplates` of a renderer of liquidjs, read at liquidjs 10.30.1: its limits are of time and memory, and count no
 * steps. Calls back with the templates that are about to be rendered, those inside of others included.
 */
export const beforeRendering = (
  { renderer }: Liquid,
  before: (templates: Template[], context: Context) => void,
): void =>
  replaceFunction(
    renderer,
    'renderTemplates',
    { readAt: 'liquidjs 10.30.1', parameters: 3 },
    (render) => (templates, context, emitter) => {
      before(templates, context);
      return render(templates, context, emitter);
    },
  );
