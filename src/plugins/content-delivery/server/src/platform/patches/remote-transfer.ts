import { createRequire } from 'node:module';
import { giveInPlaceOf, isAsRead } from './late-module';

type Controller = (...request: unknown[]) => unknown;
type ControllerFactory = (options: unknown) => Controller;
type FactoryName = 'createPushController' | 'createPullController';
interface DataTransfer {
  strapi: { remote: { handlers: Record<FactoryName, ControllerFactory> } };
}

/**
 * Changes what the admin module of Strapi gets as `@strapi/data-transfer`, read at @strapi/admin 5.54.0: at each start it makes two
 * controllers with it, for moving content between servers, which are made with the first of their requests now. Has to come ahead of
 * Strapi.
 */
export const loadRemoteTransferWhenUsed = (): void => {
  const fromStrapi = createRequire(createRequire(__filename).resolve('@strapi/strapi/package.json'));
  // With another version it is loaded as it would be, as nothing rests on this.
  if (!isAsRead(fromStrapi, '@strapi/admin 5.54.0')) return;
  const load = createRequire(fromStrapi.resolve('@strapi/admin/package.json'));
  giveInPlaceOf<DataTransfer>(load, load.resolve('@strapi/data-transfer'), (whole) => {
    const late =
      (name: FactoryName): ControllerFactory =>
      (options) => {
        let controller: Controller | undefined;
        return (...request) => (controller ??= whole().strapi.remote.handlers[name](options))(...request);
      };
    const handlers = {
      createPushController: late('createPushController'),
      createPullController: late('createPullController'),
    };
    return { strapi: { remote: { handlers } } };
  });
};
