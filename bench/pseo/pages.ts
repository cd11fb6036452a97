import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** What the pages of the benchmark are made from: about 2 KB of HTML each. */
const PARAGRAPH =
  '<p>Freshly roasted coffee is delivered in {{ city }} every {{ day }}, packed the same morning and never older than a week. {{ note }} Ask for a grind that fits your machine, and we will see to it that the water of {{ region }} is taken into account.</p>\n';

export const TEMPLATES = {
  slugTemplate: 'coffee/{{ region | downcase }}/{{ city | downcase }}',
  targetSlugTemplate: 'shop/{{ city | downcase }}',
  htmlTemplate: `<h1>Coffee in {{ city }}</h1>\n${PARAGRAPH.repeat(6)}{% if day == "Monday" %}<p>Mondays are busy.</p>{% endif %}`,
  metaTitleTemplate: 'Coffee in {{ city }}',
  metaDescriptionTemplate: 'Coffee delivered in {{ city }} every {{ day }}.',
};

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const WORDS = 'harbour market bridge river square garden station library hill tower mill wharf'.split(' ');

/** The variables of one page. Each note is a different text, so that not all pages read alike. */
export const variablesOf = (n: number) => ({
  city: `City${n}`,
  region: `Region${n % 50}`,
  day: DAYS[n % DAYS.length] as string,
  note: Array.from({ length: 20 }, (_, i) => WORDS[(n * 7 + i * (1 + (n % 11))) % WORDS.length]).join(' '),
});

export const slugOf = (n: number): string => `coffee/region${n % 50}/city${n}`;

export const writeCsv = async (file: string, count: number): Promise<void> => {
  const out = createWriteStream(file);
  out.write('city,region,day,note\n');
  for (let n = 0; n < count; n += 1) {
    const { city, region, day, note } = variablesOf(n);
    if (!out.write(`${city},${region},${day},"${note}"\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
};
