import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';

const SOURCES = path.resolve(__dirname, '..', '..', 'src');

/**
 * How much work the package does, counted and not timed, so that each machine has the same count: how often the functions of its sources run,
 * and how many characters it has divided into words by dictionaries.
 */
export const workOf = (run: () => unknown): number => {
  const session = new Session();
  session.connect();
  const coverage = (): Profiler.ScriptCoverage[] => {
    let result: Profiler.ScriptCoverage[] = [];
    // Answered at once, as the session is of this thread.
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error;
      ({ result } = answer);
    });
    return result;
  };
  const { prototype } = Intl.Segmenter;
  const { segment } = prototype;
  let characters = 0;
  prototype.segment = function (text) {
    characters += text.length;
    return segment.call(this, text);
  };
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    run();
    const functions = coverage()
      .filter(({ url }) => url.includes(SOURCES))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    return functions.reduce((sum, { count }) => sum + count, characters);
  } finally {
    prototype.segment = segment;
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
};
