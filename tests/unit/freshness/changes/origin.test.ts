import {
  originOf,
  writtenBy,
  type Origin,
} from '../../../../src/plugins/content-delivery/server/src/freshness/changes/origin';

const duringRequest = (state: object | null) =>
  ({ requestContext: { get: () => state && { state } } }) as never;
const ability = { can: () => true };

describe('where a write comes from', () => {
  it.each<[string, object | null, Origin['source'], number | null]>([
    ['a user of the admin panel', { user: { id: 7 }, userAbility: ability }, 'panel', 7],
    ['an end user of a project', { user: { id: 7 } }, 'panel', null],
    ['a token', { user: { id: 'x' }, userAbility: ability }, 'panel', null],
    ['nobody who is known', { userAbility: ability }, 'panel', null],
    ['a request without a state', {}, 'panel', null],
    ['no request', null, 'command', null],
  ])('of %s', (_name, state, source, userId) => {
    expect(originOf(duringRequest(state))).toEqual({ source, userId, isLarge: false });
  });

  it('of a job is the job, whoever asks meanwhile', async () => {
    const origin: Origin = { source: 'import', userId: 3, isLarge: true, work: 'job' };
    const request = duringRequest({ user: { id: 7 }, userAbility: ability });
    expect(await writtenBy(origin, async () => originOf(request))).toBe(origin);
    expect(originOf(request)).toMatchObject({ source: 'panel' });
  });
});
