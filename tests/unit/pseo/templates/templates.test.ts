import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import type { TemplateKind } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/liquid';
import { createRenderer } from '../../../../src/plugins/content-delivery/server/src/pseo/templates/renderer';
import {
  createTemplates,
  MissingVariables,
  TemplateProblem,
  type Variables,
  lengthProblem,
} from '../../../../src/plugins/content-delivery/server/src/pseo/templates/templates';
import { costOf } from '../../../support/cpu-time';

const templates = createTemplates();
const render = async (template: string, variables: Variables = {}, kind: TemplateKind = 'text') =>
  templates.render(await templates.parse(kind, template), variables);
const problemOf = async (act: () => Promise<unknown>): Promise<TemplateProblem> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
  throw new Error('There was no problem.');
};
const missingOf = async (template: string, variables: Variables = {}) => {
  const problem = await problemOf(() => render(template, variables));
  return problem instanceof MissingVariables ? problem.names : problem.message;
};

describe('a template', () => {
  it.each([
    ['{{ city }}', 'Berlin'],
    ['{{ city | upcase }}', 'BERLIN'],
    ['{{city}}-{{city}}', 'Berlin-Berlin'],
    ['{% if city == "Berlin" %}yes{% endif %}', 'yes'],
    ['{% if other %}yes{% else %}no{% endif %}', 'no'],
    ['{{ other | default: "none" }}', 'none'],
    ['{% assign a = city %}{{ a }}', 'Berlin'],
    ['{% raw %}{{ other }}{% endraw %}', '{{ other }}'],
    ['{% comment %}{{ other }}{% endcomment %}', ''],
    ['{{ city.size }}', '6'],
    ['{{ city.constructor.name | default: "none" }}', 'none'],
    ['', ''],
  ])('%p becomes %p', async (template, text) =>
    expect(await render(template, { city: 'Berlin' })).toBe(text),
  );

  it('of HTML escapes values unless it is told not to', async () => {
    const variables = { a: '<b title="x">&\'</b>' };
    expect(await render('{{ a }}', variables, 'html')).toBe(
      '&lt;b title=&#34;x&#34;&gt;&amp;&#39;&lt;/b&gt;',
    );
    expect(await render('{{ a | raw }}', variables, 'html')).toBe(variables.a);
    expect(await render('<i>{{ a | upcase }}</i>', { a: '<' }, 'html')).toBe('<i>&lt;</i>');
  });

  it('of text leaves values alone, and never looks for templates in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await render('[{{ a }}]', { a: text })).toBe(`[${text}]`);
      }),
    );
    for (const kind of ['text', 'html'] as const)
      expect(await render('{{ a }}', { a: '{{ b }}{% c' }, kind)).toBe('{{ b }}{% c');
  });

  it('of HTML never lets a value out of its place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await render('{{ a }}', { a: text }, 'html')).not.toMatch(/[<>"']/);
      }),
    );
  });

  it('without a tag or an output in it stays as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        fc.pre(!/\{[{%]/.test(text));
        expect(await render(text)).toBe(text);
      }),
    );
  });

  it('can be rendered many times, each time with its own variables', async () => {
    const parsed = await templates.parse('text', '{% assign b = a %}{{ a }}{{ b }}');
    const texts = await Promise.all(['1', '2', '3'].map((a) => templates.render(parsed, { a })));
    expect(texts).toEqual(['11', '22', '33']);
  });
});

describe('a broken template', () => {
  it.each([
    '{{ city',
    '{% if a %}',
    '{% endfor %}',
    '{{ a | nope }}',
    '{% nope %}',
    '{% include "a" %}',
    '{% render "a" %}',
    '{% layout "a" %}',
    '{% block a %}b{% endblock %}',
    '{% if false %}{% include "a" %}{% endif %}',
  ])('is refused as it is parsed: %p', async (template) => {
    const { message } = await problemOf(() => templates.parse('html', template));
    expect(message).toMatch(/^The template does not work: .+\.$/);
    // For an editor: no stack, no file.
    expect(message).not.toMatch(/\n|Error:|\/node_modules\//);
  });

  it('says where it is broken', async () => {
    expect((await problemOf(() => templates.parse('text', 'one\ntwo {{ a | nope }}'))).message).toMatch(
      /line:2/,
    );
  });

  it('of any text is either a template or a problem', async () => {
    const parts = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      ' a ',
      '|',
      'if',
      'for',
      'in',
      'assign',
      '=',
      "'",
      '"',
      '.',
      '[',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 12 }), async (texts) => {
        try {
          await render(texts.join(' '), { a: 'text' });
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateProblem);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['is endless', '{% for i in (1..1000000000) %}x{% endfor %}'],
    ['nests loops', '{% for i in (1..9999) %}{% for j in (1..9999) %}{{ i }}{% endfor %}{% endfor %}'],
    [
      'goes round ten million times',
      '{% for i in (1..4000) %}{% for j in (1..2500) %}x{% endfor %}{% endfor %}',
    ],
    ['doubles a text', `{% assign a = "aaaaaaaa" %}${'{% assign a = a | append: a %}'.repeat(60)}`],
    [
      'repeats by replacing',
      `{% assign a = "aaaaaaaa" %}${'{% assign a = a | replace: "a", "aaaaaaaaaa" %}'.repeat(12)}`,
    ],
  ])('that %s is stopped', async (_what, template) => {
    const cost = await costOf(async () =>
      expect(await problemOf(() => render(template))).not.toBeInstanceOf(MissingVariables),
    );
    expect(cost).toBeLessThan(200);
  });

  it.each([
    ['conditions', `{% if a${' and a'.repeat(25_000)} %}x{% endif %}`],
    ['outputs', '{{ a }}'.repeat(25_000)],
    ['assignments', '{% assign b = a %}'.repeat(10_000)],
    ['cases', `{% case a %}{% when a${', a'.repeat(50_000)} %}{% endcase %}`],
    ['cycles', `{% cycle a${', a'.repeat(50_000)} %}`],
    ['arguments', `{{ a | default: a${', a: a'.repeat(30_000)} }}`],
    ['lines', `{% liquid\n${'echo a\n'.repeat(25_000)}%}`],
  ])('of many %s tells its variables soon', async (_what, template) => {
    const cost = await costOf(async () => {
      const { variables } = await templates.parse('text', template);
      expect(variables).toEqual(['a']);
    });
    expect(cost).toBeLessThan(200);
  });

  it.each([
    ['{% if a %}x{% elsif b %}y{% endif %}', ['a', 'b']],
    ['{% unless a %}x{% endunless %}', ['a']],
    ['{% if a and b == "yes" or c contains "x" %}{% endif %}', ['a']],
    ['{% if not a %}x{% endif %}', ['a']],
    ['{% if x != "no" %}{% for i in y %}{% if a.b %}{% endif %}{% endfor %}{% endif %}', ['a']],
    ['{% assign p = a %}{% if p %}{{ p }}{% endif %}', ['a']],
    ['{% assign p = a == "yes" %}{% if p %}{{ p }}{% endif %}', []],
    ['{{ a }}{{ b | default: "c" }}', []],
    ['{% if a != blank and b == "" %}{% endif %}{% unless c == nil %}{% endunless %}', ['a', 'b', 'c']],
    ['{% if a == "x" or b != false %}{% endif %}', []],
  ])('%p asks whether variables are there: %p', async (template, tested) => {
    expect((await templates.parse('html', template)).tested).toEqual(tested);
  });

  it('has the variables that LiquidJS finds in it', async () => {
    const engine = new Liquid();
    const piece = fc.constantFrom(
      '{{ a }}',
      '{{ a.b[c.d] | append: e, f: g }}',
      '{{ a["b c"].d }}',
      '{{ (h..i) }}',
      '{{ "x" | append: j }}',
      '{% assign a = k | upcase %}',
      '{% capture c %}{{ l }}{% endcapture %}{{ c }}',
      '{% for i in m limit: n %}{{ i }}{{ forloop.index }}{{ o }}{% else %}{{ i }}{% endfor %}',
      '{% tablerow r in s cols: t %}{{ r }}{% endtablerow %}',
      '{% if u == v and w %}{{ x }}{% elsif y %}{% else %}{{ z }}{% endif %}',
      '{% unless aa %}{{ bb }}{% endunless %}',
      '{% case cc %}{% when dd, ee %}{{ ff }}{% else %}{{ gg }}{% endcase %}',
      '{% cycle hh: ii, jj %}{% increment kk %}{{ kk }}',
      '{% echo ll | default: mm %}{% liquid\n assign nn = oo\n echo nn\n%}',
      '{{ pp[0].qq }}{{ rr[ss[tt]] }}{{ "uu".size }}{{ i }}{{ r }}',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const template = pieces.join('');
        const expected = engine.globalVariablesSync(engine.parse(template));
        expect((await templates.parse('text', template)).variables).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a megabyte of text', 'x'.repeat(1_048_576), null],
    ['text with braces that are no Liquid', '{ % } '.repeat(100_000), null],
    ['much Liquid', '{{ a }}'.repeat(14_000), null],
    ['too much Liquid', '{{ a }}'.repeat(15_000), /105,000 characters in/],
    ['one condition that is too long', `{% if a${' and a'.repeat(20_000)} %}{% endif %}`, /characters in/],
    ['Liquid that is never closed', `text {{ ${'a'.repeat(100_001)}`, /100,004 characters in/],
    ['too much of anything', 'x'.repeat(2_000_001), /2,000,001 characters; 2,000,000/],
  ])('that is saved may have %s, or is refused for it', (_, template, problem) => {
    if (problem === null) expect(lengthProblem(template)).toBeNull();
    else expect(lengthProblem(template)).toMatch(problem);
  });

  it('may be long, but not without end', async () => {
    expect(await render('a'.repeat(1_000_000))).toHaveLength(1_000_000);
    expect((await problemOf(() => templates.parse('text', 'a'.repeat(3_000_000)))).message).toMatch(/limit/);
  });
});

describe('missing variables', () => {
  it.each([
    ['{{ a }}', ['a']],
    ['{{ a }} {{ b }} {{ a }} {{ c }}', ['a', 'b', 'c']],
    ['{{ a | append: b | upcase }}', ['a', 'b']],
    ['{% for x in a %}{{ x }}{% endfor %}{{ b }}', ['a', 'b']],
    [
      '{{ constructor }}{{ toString }}{{ hasOwnProperty }}{{ valueOf }}',
      ['constructor', 'toString', 'hasOwnProperty', 'valueOf'],
    ],
    ['{{ a }}{{ __proto__ }}{{ b }}', ['a', '__proto__', 'b']],
  ])('of %p are %p, all at once', async (template, names) =>
    expect(await missingOf(template)).toEqual(names),
  );

  it('are those that were not given', async () => {
    expect(await missingOf('{{ a }}{{ b }}{{ c }}', { b: '' })).toEqual(['a', 'c']);
  });

  it('are named up to a number', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `name${i}`);
    expect(await missingOf(names.map((name) => `{{ ${name} }}`).join(''))).toHaveLength(20);
  });

  it('are named in the message', async () => {
    expect((await problemOf(() => render('{{ a }}'))).message).toContain('the variable "a"');
    expect((await problemOf(() => render('{{ a }}{{ b }}'))).message).toContain('the variables "a", "b"');
  });

  it('are found whatever they are called, and are no longer missing once they are given', async () => {
    const name = fc
      .oneof(
        { weight: 4, arbitrary: fc.stringMatching(/^[a-z_][a-z0-9_]{0,11}$/) },
        { weight: 1, arbitrary: fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'valueOf') },
      )
      .filter(
        (text) =>
          !['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains'].includes(text),
      );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), async (names) => {
        const template = names.map((text) => `{{ ${text} }}`).join(',');
        expect(await missingOf(template)).toEqual(names);
        const given = Object.fromEntries(names.map((text) => [text, text]));
        expect(await render(template, given)).toBe(names.join(','));
      }),
    );
  });

  it('are missing also where the budget ends before all are found, or more time is asked for', async () => {
    const template = '{{ a }}{{ (1..10000000) | join }}{{ b }}';
    expect(await missingOf(template)).toEqual(['a']);
    const small = { steps: 1_000, memoryLimit: 10, time: 60_000 };
    expect(createRenderer().render('text', template, {}, small)).toHaveProperty('limit');
  });

  it('leave the given variables as they were', async () => {
    const variables = { a: 'a' };
    await missingOf('{{ a }}{{ b }}', variables);
    expect(variables).toEqual({ a: 'a' });
  });
});

describe('the work of a template', () => {
  const renderer = createRenderer();
  const LIST = '{% assign list = (1..1000) %}';
  const TEXT = '{% assign text = "aaaaaaaaaaaaaaaa" %}' + '{% assign text = text | append: text %}'.repeat(6);
  const times = (count: number, what: string): string => `{% for i in (1..${count}) %}${what}{% endfor %}`;

  afterEach(() => jest.restoreAllMocks());

  /** Each look at the clock finds it so many milliseconds later, as on a machine that has much else to do. */
  const slowDown = (milliseconds: number): void => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
  };

  it('is the same at each time, on a machine that is busy too', () => {
    const template = times(1_000, '{% if i > 500 %}{{ i | plus: 1 }}{% endif %}');
    const before = renderer.render('html', template, {});
    slowDown(2);
    expect(before).toHaveProperty('text');
    expect(renderer.render('html', template, {})).toEqual(before);
  });

  it('has an end by the clock where it has none by its steps', () => {
    slowDown(60_000);
    expect(renderer.render('html', times(10, 'x'), {})).toMatchObject({
      limit: 'The template takes too long.',
      isLate: true,
    });
  });

  it.each([
    ['texts', times(600, 'x')],
    ['empty loops', times(1_500, '')],
    ['outputs', times(400, '{{ i }}')],
    ['long texts', times(10, 'x'.repeat(100_000))],
    ['conditions', times(10, `{% if i${' and i'.repeat(100)} %}{% endif %}`)],
    ['branches', times(10, `{% if false %}${'{% elsif false %}'.repeat(100)}{% endif %}`)],
    ['cases', times(10, `{% case i %}{% when 0${', 0'.repeat(100)} %}{% endcase %}`)],
    ['filters', times(10, `{{ i${' | plus: 1'.repeat(80)} }}`)],
    ['arguments', times(10, `{{ i | default: 1${', i'.repeat(100)} }}`)],
    ['paths', times(10, `{{ forloop["index"]${' | plus: forloop["index"]'.repeat(40)} }}`)],
    ['ranges', times(10, '{% for j in (i..i) %}{% endfor %}'.repeat(30))],
    ['lists that are added up', `${LIST}${times(3, '{% assign a = list | sum %}')}`],
    ['lists that are looked through', `${LIST}${times(3, '{% if list contains "x" %}{% endif %}')}`],
    ['lists that are compared', `${LIST}{% assign other = (1..1000) %}{% if list == other %}{% endif %}`],
    ['lists that are told apart', `${LIST}{% assign other = (1..1000) %}{% if list != other %}{% endif %}`],
    ['lists with an expression for each', `${LIST}{% assign a = list | where_exp: "a", "a == 1" %}`],
    ['lists that are put out', `${LIST}${times(3, '{{ list }}')}`],
    ['lists that are put out raw', `${LIST}${times(3, '{{ list | raw }}')}`],
    ['texts that are cut', `${TEXT}${times(100, '{% assign a = text | slice: 1000, 1 %}')}`],
  ])('counts %s', (_what, template) => {
    const rendered = renderer.render(
      'text',
      template,
      {},
      { steps: 1_000, memoryLimit: 5_000_000, time: 60_000 },
    );
    expect(rendered).toEqual({
      limit: expect.stringMatching(/^The template does not work: it takes more than 1,000 steps/) as string,
      isLate: false,
      steps: expect.any(Number) as number,
    });
  });

  it('is told also where variables are missing', () => {
    const { steps } = renderer.render('text', times(100, 'x'), {});
    expect(steps).toBeGreaterThan(200);
    expect(renderer.render('text', `${times(100, 'x')}{{ a }}{{ b }}`, {})).toMatchObject({
      missing: ['a', 'b'],
      steps: expect.closeTo(3 * steps, -2) as number,
    });
  });

  describe('with a thread', () => {
    let asked: number;
    const withThread = () => {
      asked = 0;
      return createTemplates({
        run: (name, ...input) => {
          asked += 1;
          return Promise.resolve(Reflect.apply(TASKS[name], null, input));
        },
      });
    };
    const TASKS = { readTemplate: renderer.read, renderTemplate: renderer.render };

    it('is done there once it is much, and from then on', async () => {
      const threaded = withThread();
      const parsed = await threaded.parse('text', times(10_000, 'x'));
      expect(parsed.isHeavy).toBe(false);
      for (let time = 1; time <= 2; time += 1) {
        expect(await threaded.render(parsed, {})).toHaveLength(10_000);
        expect({ asked, isHeavy: parsed.isHeavy }).toEqual({ asked: time, isHeavy: true });
      }
    });

    it('is not taken for much on a machine that is busy', async () => {
      const threaded = withThread();
      const parsed = await threaded.parse('text', times(20, '{{ i }}'));
      slowDown(1);
      await threaded.render(parsed, {});
      expect({ asked, isHeavy: parsed.isHeavy }).toEqual({ asked: 0, isHeavy: false });
    });

    it.each([
      ['is little', 20, false],
      ['is much', 10_000, true],
    ])(
      'is done there where the machine is very busy, from then on only if it %s',
      async (_what, count, isHeavy) => {
        const threaded = withThread();
        const parsed = await threaded.parse('text', times(count, 'x'));
        jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(1_000);
        await threaded.render(parsed, {});
        expect({ asked, isHeavy: parsed.isHeavy }).toEqual({ asked: 1, isHeavy });
      },
    );
  });
});
