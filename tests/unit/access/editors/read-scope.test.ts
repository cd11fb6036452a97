import type { Core } from '@strapi/strapi';
import { createReadScope } from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/access';
import {
  attributeOf,
  isToOne,
  targetOf,
  type Model,
} from '../../../../src/plugins/content-delivery/server/src/access/editors/reads/attributes';
import {
  FILE_UID,
  FOLDER_UID,
  UIDS,
} from '../../../../src/plugins/content-delivery/server/src/platform/uids';
import { withChecker } from '../../../support/permission-checker';

const CONDITION = { website: 1 };

/** A user of whom roles say yes to each question but those about hidden fields. */
const scopeFor = ({
  hidden = [] as string[],
  isNarrowed = false,
  fileConditions = {},
  forbidden = [] as string[],
} = {}) => {
  const shows = (field?: string) => field === undefined || !hidden.includes(field);
  const strapi = {
    getModel: (uid: string) =>
      uid === 'api::none.none'
        ? undefined
        : { uid, attributes: { title: { type: 'string' }, key: { type: 'string', private: true } } },
    ...withChecker(() => ({
      cannot: { read: (_entry?: unknown, field?: string) => !shows(field) },
      can: { read: (_entry?: unknown, field?: string) => field !== 'key' && shows(field) },
      requiresEntity: { read: () => isNarrowed },
    })),
    service: () => ({ createPermissionsManager: () => ({ getQuery: () => CONDITION }) }),
  } as unknown as Core.Strapi;
  const ability = {
    can: (action: string) => !forbidden.includes(action),
    rulesFor: () => [{ conditions: fileConditions }, {}],
  };
  return createReadScope(strapi, ability);
};

describe('what a user of the panel may read of a type', () => {
  it('is all of content where no condition narrows it and no field is hidden', () => {
    expect(scopeFor().of(UIDS.post)).toMatchObject({ isReadable: true, where: null, isWhole: true });
    expect(scopeFor({ hidden: ['title'] }).of(UIDS.post)).toMatchObject({ isReadable: true, isWhole: false });
    expect(scopeFor({ isNarrowed: true }).of(UIDS.post)).toMatchObject({
      isReadable: true,
      where: CONDITION,
      isWhole: false,
    });
    expect(scopeFor().of('api::none.none').isReadable).toBe(false);
  });

  it('is of users what names them, and of what else the panel keeps for itself nothing', () => {
    const { of } = scopeFor();
    expect(of('admin::user').isReadable).toBe(true);
    const fields = ['firstname', 'email', 'password', 'resetPasswordToken', 'roles'];
    expect(fields.filter((field) => of('admin::user').shows(field))).toEqual(['firstname', 'email']);
    for (const uid of ['admin::role', 'admin::api-token', 'admin::session'])
      expect([uid, of(uid).isReadable]).toEqual([uid, false]);
  });

  it('is of files and folders nothing for who may not open the media library', () => {
    const { of } = scopeFor({ forbidden: ['plugin::upload.read'] });
    for (const uid of [FILE_UID, FOLDER_UID]) expect([uid, of(uid).isReadable]).toEqual([uid, false]);
    expect(of(UIDS.post).isReadable).toBe(true);
    expect(scopeFor({ forbidden: ['admin::users.read'] }).of('admin::user').isReadable).toBe(false);
  });

  it('is of files all or nothing: nothing for who may not read all content, or only some files', () => {
    expect(scopeFor().of(FOLDER_UID)).toMatchObject({ isReadable: true, isWhole: true });
    expect(scopeFor().of(FILE_UID)).toMatchObject({ isReadable: true, isWhole: true });
    for (const rights of [
      { hidden: ['title'] },
      { isNarrowed: true },
      { fileConditions: { $and: [{ createdBy: 1 }] } },
    ])
      expect(scopeFor(rights).of(FILE_UID).isReadable).toBe(false);
  });
});

it('an attribute leads to a type, to any type, or to none', () => {
  expect(targetOf({ type: 'media' })).toBe(FILE_UID);
  expect(targetOf({ type: 'component', component: 'own.part' })).toBe('own.part');
  expect(targetOf({ type: 'relation', relation: 'manyToOne', target: UIDS.post })).toBe(UIDS.post);
  expect(targetOf({ type: 'relation', relation: 'morphToMany' })).toBeNull();
  expect(targetOf({ type: 'dynamiczone' })).toBeNull();
  expect(targetOf({ type: 'string' })).toBeUndefined();
});

it('an entry has one of what a relation to one leads to', () => {
  const relations = ['oneToOne', 'manyToOne', 'oneToMany', 'manyToMany'];
  expect(relations.filter((relation) => isToOne({ type: 'relation', relation }))).toEqual([
    'oneToOne',
    'manyToOne',
  ]);
});

it('an attribute is one of the type, not one that each object has', () => {
  const model = {
    uid: UIDS.post,
    modelType: 'contentType',
    attributes: { title: { type: 'string' } },
  } as Model;
  expect(attributeOf(model, 'title')).toEqual({ type: 'string' });
  expect(attributeOf(model, 'documentId')).toEqual({ type: 'string' });
  for (const name of ['toString', 'constructor', '__proto__'])
    expect(attributeOf(model, name)).toBeUndefined();
});
