import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run pseo:escaping -- [--apply] [--campaign <documentId or name>]

Lists the campaigns from before filters such as newline_to_br made HTML, and their pages that would differ. Changes nothing
without --apply.

  --apply        escape values in these campaigns as in new ones; live pages change at once
  --campaign     only this one. May be repeated
  --all-pages    name every page, not only the first 20 of a campaign

Exit status: 0 all well, 1 a campaign could not be changed, or there is none of this name, 2 wrong options.`;

export interface CommandOptions {
  apply: boolean;
  allPages: boolean;
  /** Empty for all. */
  campaigns: string[];
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const values = parsed(args, {
    apply: { type: 'boolean', default: false },
    'all-pages': { type: 'boolean', default: false },
    campaign: { type: 'string', multiple: true, default: [] },
  });
  if (!values) return null;
  if (values.campaign.includes('')) throw new WrongOptions('Say which campaign is meant: --campaign.');
  return { apply: values.apply, allPages: values['all-pages'], campaigns: values.campaign };
};
