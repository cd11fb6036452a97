import {
  rememberRendered,
  renderBefore,
} from '../../../../src/plugins/content-delivery/server/src/pseo/templates/rendered-before';
import {
  createTemplates,
  MissingVariables,
} from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';

describe('what is rendered ahead of a lock', () => {
  const plain = createTemplates();
  const rendered: string[] = [];
  const templates = rememberRendered({
    ...plain,
    render: (parsed, variables, took) => {
      rendered.push(variables['a'] ?? '');
      return plain.render(parsed, variables, took);
    },
  });
  const made = async (a: string) => templates.render(await templates.parse('text', 'x{{ a }}'), { a });
  const one = () => made('1');
  beforeEach(() => void (rendered.length = 0));

  it('is not rendered once more behind it', async () => {
    expect(await renderBefore(one, one)).toBe('x1');
    expect(rendered).toEqual(['1']);
  });

  it('is forgotten afterwards', async () => {
    await renderBefore(one, one);
    await made('1');
    expect(rendered).toEqual(['1', '1']);
  });

  it('is taken back, and rendered as well, where others have changed something in between', async () => {
    let now = 'old';
    let tries = 0;
    const done = await renderBefore(
      () => made(now),
      async () => {
        tries += 1;
        if (tries === 1) now = 'new';
        return made(now);
      },
    );
    expect([done, tries, rendered]).toEqual(['xnew', 2, ['old', 'new']]);
  });

  it('is rendered under the lock after all where it changes each time', async () => {
    let tries = 0;
    const done = await renderBefore(
      () => made(`ahead ${tries}`),
      () => made(`behind ${(tries += 1)}`),
    );
    expect(done).toBe(`xbehind ${tries}`);
    expect(tries).toBeLessThan(10);
  });

  it('has the same faults, and only the beginning of long texts', async () => {
    const parsed = await templates.parse('text', '{{ b }}');
    const fault = () => templates.render(parsed, {}).catch((error: unknown) => error);
    expect(await renderBefore(fault, fault)).toBeInstanceOf(MissingVariables);
    const long = () => made('y'.repeat(100_000));
    expect((await renderBefore(long, long)).length).toBeLessThan(2_000);
    expect(await made('y'.repeat(100_000))).toHaveLength(100_001);
  });
});
