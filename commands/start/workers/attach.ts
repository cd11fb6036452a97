import type { Core } from '@strapi/strapi';
import { createChannel } from '../../../src/plugins/content-delivery/server/src/platform/processes/channel';
import {
  setPrimary,
  type PrimaryChannel,
  type PrimaryQuestions,
  type ServerQuestions,
} from '../../../src/plugins/content-delivery/server/src/platform/processes/questions';
import { serviceOf } from '../../../src/plugins/content-delivery/server/src/services';
import { takeSignals } from '../../shared/signals';

/** Connects a server with the first process, which has started it, and ends it when that has gone. */
export const attach = (strapi: Core.Strapi): { primary: PrimaryChannel; takeSignals(): void } => {
  let end = (_milliseconds?: number): void => process.exit(1);
  const primary = createChannel<PrimaryQuestions, ServerQuestions>(process, {
    end: (milliseconds) => end(milliseconds),
    retire() {
      serviceOf(strapi, 'operation').traffic.isEnding = true;
    },
    figures: () => serviceOf(strapi, 'operation').metrics.figures(),
  });
  setPrimary(strapi, primary);
  process.on('disconnect', () => end());

  return {
    primary,

    /**
     * A terminal sends Ctrl-C to all processes at once, a supervisor SIGTERM. In which order they end is for the first one to say; what
     * Strapi and the plugin would do at the signal is done then.
     */
    takeSignals(): void {
      const listeners = process.listeners('SIGTERM');
      takeSignals(() => undefined);
      end = (milliseconds) => {
        if (milliseconds !== undefined) serviceOf(strapi, 'operation').shutdown.limit(milliseconds);
        for (const listener of listeners) listener('SIGTERM');
      };
    },
  };
};
