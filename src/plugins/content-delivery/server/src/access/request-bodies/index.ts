import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { onceAuthenticated } from '../../platform/patches/authentication';
import { allowanceOf, type RequestBodiesConfig, type Sender } from './allowance';
import { isPermitted, mayNotUpload, type PermissionRoute } from './permitted';
import { bytesToCome, hasBody, readBody } from './read-body';
import { createRoomForBodies } from './room';
import { createTemporaryFiles, type TemporaryFiles } from './temporary-files';

/** What Strapi's authentication has put on a request: null for a route that is open to everybody. */
interface State {
  auth?: { strategy: { name: string }; credentials?: { id?: unknown } | null } | null;
  route?: PermissionRoute & {
    config?: { auth?: unknown };
    info?: { pluginName?: string; apiName?: string };
  };
}

const temporaryFilesOf = new WeakMap<Core.Strapi, TemporaryFiles>();

/**
 * Reads the body of a request when its route is known and its sender is one whom the route accepts, in place of
 * `strapi::body`, which reads it before either. Every route of Strapi passes `authenticate`; a request that has no
 * route, or that is refused there, keeps its body unread.
 */
export const readBodiesOnceAuthenticated = (strapi: Core.Strapi, config: RequestBodiesConfig): void => {
  const temporaryFiles = createTemporaryFiles(strapi.log);
  temporaryFilesOf.set(strapi, temporaryFiles);
  const room = createRoomForBodies(config.entryBytes);

  /** Strapi asks the same after this, and answers the refusal; here it only means that the body is of no use. */
  const isAccepted = async (ctx: Context, { auth: sender, route = {} }: State): Promise<boolean> => {
    try {
      await verify(sender, route.config?.auth);
      return await isPermitted(strapi, ctx, route);
    } catch {
      return false;
    }
  };

  const verify = onceAuthenticated(strapi, async (ctx, next) => {
    const state = ctx.state as State;
    if (!hasBody(ctx.req) || !(await isAccepted(ctx, state))) return next();
    if (mayNotUpload(ctx, state.route ?? {})) return ctx['forbidden']() as unknown;
    const allowance = allowanceOf(senderOf(state, config.senders), state.route ?? {}, config);
    const read = () => readBody(ctx, allowance, temporaryFiles, next);
    return room.hold(ctx, nameOf(state), bytesToCome(ctx, allowance), read);
  });
};

/** Removes what requests that were cut have left, at the end of the server. */
export const removeTemporaryFiles = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> =>
  temporaryFilesOf.get(strapi)?.close();

/** Removes what a server has left that was killed here before. */
export const removeLeftTemporaryFiles = async (strapi: Core.Strapi): Promise<void> =>
  temporaryFilesOf.get(strapi)?.removeLeft();

/** One user or token, as the owner of what is held for it. */
const nameOf = ({ auth }: State): string =>
  `${auth?.strategy.name ?? ''} ${String(auth?.credentials?.id ?? '')}`;

const senderOf = ({ auth }: State, names: readonly string[]): Sender =>
  auth && names.includes(auth.strategy.name) ? 'signed in' : 'anonymous';
