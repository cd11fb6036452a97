import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { ReadScope } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/access';
import { narrowPopulate } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/populate';
import type { Place } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/place';
import { showExisting } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/relations';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';

it('what was chosen of an entry that has gone meanwhile is not there', async () => {
  const strapi = {
    db: { query: () => ({ findOne: () => Promise.resolve(null) }) },
  } as unknown as Core.Strapi;
  const scope = { seesUsers: true, of: () => ({ where: { id: 1 } }) } as unknown as ReadScope;
  const attribute = { type: 'relation', relation: 'manyToMany' };
  const model = { uid: UIDS.post, modelType: 'contentType', attributes: { tags: attribute } };
  const asked = { model, id: 'a', field: 'tags', attribute, target: UIDS.tag };
  const ctx = { query: {}, body: { results: [{ id: 1 }], pagination: { total: 1 } } } as unknown as Context;
  await expect(showExisting(strapi, scope, asked, ctx, () => Promise.resolve())).rejects.toThrow(
    expect.objectContaining({ name: 'NotFoundError' }),
  );
});

it('entries of any type come along for who may read all content and list all users', () => {
  const ask = (isUnrestricted: boolean, seesUsers: boolean) =>
    narrowPopulate(
      {
        parameter: 'populate',
        model: { attributes: { related: { type: 'relation', relation: 'morphToMany' } } },
        scope: { isUnrestricted, seesUsers },
        steps: 0,
      } as unknown as Place,
      'related',
    );
  expect(ask(true, true)).toEqual({ related: true });
  for (const [content, users] of [
    [true, false],
    [false, true],
  ] as const)
    expect(() => ask(content, users)).toThrow('reaches "related"');
});
