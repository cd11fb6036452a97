import type { Item } from './file';

/** What a membership plugin protects, as far as an export has its rules. */
export interface MemberRules {
  /** Numbers of single items. */
  items: ReadonlySet<string>;
  /** Types of items of which all are protected. */
  types: ReadonlySet<string>;
  /** Nicenames of terms, as `category news`; a rule for one type only has that before it: `post category news`. */
  terms: ReadonlySet<string>;
  /** Starts of paths. */
  paths: readonly string[];
  /** Whether everything is protected, or may be: there is a rule of a kind that is not understood here. */
  isAll: boolean;
  /** Whether an item lies below one that protects what is below it. */
  isBelow(item: Item): boolean;
}

export const NO_RULES: MemberRules = {
  items: new Set(),
  types: new Set(),
  terms: new Set(),
  paths: [],
  isAll: false,
  isBelow: () => false,
};

const isSet = (value: string): boolean => {
  const text = value.trim();
  return text !== '' && text !== '0' && text !== 'a:0:{}' && text.toLowerCase() !== 'none';
};

const isForSome = (value: string): boolean => isSet(value) && !/\ball\b/i.test(value);
const is =
  (word: string) =>
  (value: string): boolean =>
    value.trim() === word;

interface Mark {
  plugin: string;
  key: string;
  restricts(value: string): boolean;
}

/** Where plugins keep, with the post, who may read it. */
const MARKS: readonly Mark[] = [
  { plugin: 'Members', key: '_members_access_role', restricts: isSet },
  { plugin: 'Restrict Content Pro', key: '_is_paid', restricts: isSet },
  { plugin: 'Restrict Content Pro', key: 'rcp_subscription_level', restricts: isSet },
  { plugin: 'Restrict Content Pro', key: 'rcp_access_level', restricts: isSet },
  { plugin: 'Restrict Content Pro', key: 'rcp_user_level', restricts: isForSome },
  { plugin: 'Restrict Content', key: 'rcUserLevel', restricts: isSet },
  {
    plugin: 'WooCommerce Memberships',
    key: '_wc_memberships_use_custom_content_restricted_message',
    restricts: is('yes'),
  },
  {
    plugin: 'Ultimate Member',
    key: 'um_content_restriction',
    // Serialized by PHP: the switch is on, and it is for people who are signed in.
    restricts: (value) =>
      /"_um_custom_access_settings";(?:s:1:"1"|b:1|i:1)/.test(value) &&
      /"_um_accessible";(?:s:1:"[12]"|i:[12])/.test(value),
  },
  { plugin: 'Groups', key: 'groups-read', restricts: isSet },
  { plugin: 'Groups', key: 'groups-groups_read_post', restricts: isSet },
  { plugin: 'WP-Members', key: '_wpmem_block', restricts: isSet },
  { plugin: 'Passster', key: 'passster_activate_protection', restricts: isSet },
  { plugin: 's2Member', key: 's2member_ccaps_req', restricts: isSet },
  { plugin: 'ARMember', key: 'arm_access_plan', restricts: isSet },
  { plugin: 'Memberful', key: 'memberful_acl', restricts: isSet },
  { plugin: 'Patreon', key: 'patreon-level', restricts: isSet },
  {
    plugin: 'Leaky Paywall',
    key: '_issuem_leaky_paywall_visibility',
    restricts: (value) => /"visibility_type";s:\d+:"only/.test(value),
  },
  { plugin: 'Paid Member Subscriptions', key: 'pms-content-restrict-user-status', restricts: is('loggedin') },
  { plugin: 'Paid Member Subscriptions', key: 'pms-content-restrict-subscription-plan', restricts: isSet },
  { plugin: 'Profile Builder', key: 'wppb-content-restrict-user-status', restricts: is('loggedin') },
  // Of older versions; 0 is for everybody.
  { plugin: 'Ultimate Member', key: '_um_accessible', restricts: isSet },
  { plugin: 'Indeed Membership Pro', key: 'ihc_mb_who', restricts: isForSome },
  { plugin: 'Memberium', key: '_is4wp_membership_levels', restricts: isSet },
  { plugin: 'Memberium', key: '_is4wp_any_membership', restricts: isSet },
  { plugin: 'Memberium', key: '_is4wp_any_loggedin_user', restricts: isSet },
  { plugin: 'Memberium', key: '_is4wp_access_tags', restricts: isSet },
  {
    plugin: 'LaterPay',
    key: 'laterpay_post_prices',
    restricts: (value) => /"price";[di]:(?!0;)/.test(value),
  },
  {
    plugin: 'Jetpack',
    key: '_jetpack_newsletter_access',
    restricts: (value) => isSet(value) && value.trim() !== 'everybody',
  },
];

/** A field that says by its name that it keeps readers out, whichever plugin it is of, and a value that says that it does. */
const TELLING_FIELD =
  /restrict|paywall|members?[-_]?only|subscribers?[-_]?only|premium[-_]?(?:post|content|only)|is[-_](?:premium|paid|private)|(?:login|membership)[-_]?required|require[-_]?(?:login|membership)/i;
const TELLING_VALUE =
  /^(?:1|yes|y|on|true|enabled?|logged[-_]?in|members?|subscribers?|premium|paid|private)$/i;

/** Shortcodes around what only some may read, by their names in small letters. */
const SHORTCODES: ReadonlyMap<string, string> = new Map([
  ['access', 'Members'],
  ['members_access', 'Members'],
  ['members_logged_in', 'Members'],
  ['mepr-active', 'MemberPress'],
  ['mepr-show', 'MemberPress'],
  ['mepr-protected', 'MemberPress'],
  ['restrict', 'Restrict Content'],
  ['is_paid', 'Restrict Content Pro'],
  ['rcp_restrict', 'Restrict Content Pro'],
  ['wcm_restrict', 'WooCommerce Memberships'],
  ['membership', 'Paid Memberships Pro'],
  ['pmpro_membership', 'Paid Memberships Pro'],
  ['um_loggedin', 'Ultimate Member'],
  ['um_show_content', 'Ultimate Member'],
  ['s2if', 's2Member'],
  ['s2member', 's2Member'],
  ['swpm_protected', 'Simple Membership'],
  ['groups_member', 'Groups'],
  ['groups_can', 'Groups'],
  ['wlm_private', 'WishList Member'],
  ['wlm_ismember', 'WishList Member'],
  ['loggedin', 'a membership plugin'],
  ['member', 'a membership plugin'],
  ['members_only', 'a membership plugin'],
  ['subscribers_only', 'a membership plugin'],
  ['paywall', 'a paywall'],
  ['private', 'a membership plugin'],
  ['memberonly', 'a membership plugin'],
  ['ihc-hide-content', 'Indeed Membership Pro'],
  ['passster', 'Passster'],
  ['content_protector', 'Passster'],
  ['wpmem_logged_in', 'WP-Members'],
  ['login_to_view', 'a membership plugin'],
  ['opmif', 'OptimizeMember'],
  ['ppwp', 'a plugin for passwords'],
  ['ppw', 'a plugin for passwords'],
  ['sociallocker', 'a locker'],
  ['signinlocker', 'a locker'],
  ['emaillocker', 'a locker'],
  ['content_lock', 'a locker'],
  ['hidepost', 'a membership plugin'],
  ['student', 'LearnDash'],
]);
/** The name says it, whichever plugin it is of. */
const TELLING =
  /(?:^|[-_])(?<!(?:not|non|team|staff|board|crew)[-_])(?:members?|membership|restrict(?:ed)?|protect(?:ed|or)?|paywall|subscribers?|hide|logged_?in|password|premium|paid|vip|locker|patrons?|accessally)(?:$|[-_])/;
const OPENING = /\[([a-z][\w-]*)(?=[\s\]=])/gi;

/** Blocks around what only some may read, and the one that a paywall begins at. */
const BLOCK =
  /<!--\s+wp:((?:[a-z][\w-]*\/)?[\w-]*(?:restrict|paywall|protected|members?-?only|logged-?in)[\w-]*|premium-content\/[\w-]+|jetpack\/paywall|pmpro\/membership|woocommerce-memberships\/[\w-]+|rcp\/[\w-]+|restrict-content(?:-pro)?\/[\w-]+|memberpress\/[\w-]+|mepr\/[\w-]+|members\/[\w-]+)[\s/]/;

/** What plugins write into the comment of any block. */
const MARKED_BLOCK: readonly [plugin: string, mark: RegExp][] = [
  ['Ultimate Member', /<!--\s+wp:[^>]*"um_is_restrict":true/],
  ['Content Control', /<!--\s+wp:[^>]*"contentControls":\{"enabled":true/],
  ['Block Visibility', /<!--\s+wp:[^>]*"visibilityByRole":"(?:logged-in|user-role)"/],
];

const shortcodeIn = (content: string): string | null => {
  if (!content.includes('[/')) return null;
  for (const [, written = ''] of content.matchAll(OPENING)) {
    const name = written.toLowerCase();
    // WishList Member puts the name of the level after it.
    const known = SHORTCODES.get(/^(?:wlm_)?private_/.test(name) ? 'wlm_private' : name);
    const plugin = known ?? (TELLING.test(name) ? 'a membership plugin' : undefined);
    if (plugin !== undefined && content.includes(`[/${written}]`)) return `${plugin} ([${written}])`;
  }
  return null;
};

/** Whether a text holds something that not everybody may read, and by what; null for none. */
const restrictedTextIn = (content: string): string | null => {
  const [, block] = BLOCK.exec(content) ?? [];
  if (block !== undefined) return `a block (wp:${block})`;
  // As Steady and Substack write where it begins.
  if (/___STEADY_PAYWALL___|\bclass\s*=\s*["'][^"'<>]{0,200}\bpaywall\b/.test(content)) return 'a paywall';
  const [marked] = MARKED_BLOCK.find(([, mark]) => mark.test(content)) ?? [];
  return marked ?? shortcodeIn(content);
};

/** What keeps some readers of WordPress from an item, in words; null for an item that everybody may read. */
export const restrictionOf = (item: Item, rules: MemberRules): string | null => {
  for (const { plugin, key, restricts } of MARKS) {
    const value = item.meta.get(key);
    if (value !== undefined && restricts(value)) return plugin;
  }
  for (const [key, value] of item.meta) {
    if (TELLING_FIELD.test(key) && TELLING_VALUE.test(value.trim())) return `the field ${key}`;
  }
  return isOfRules(item, rules) ? 'MemberPress' : restrictedTextIn(item.content);
};

const isOfRules = (item: Item, rules: MemberRules): boolean =>
  rules.isAll ||
  rules.items.has(item.id) ||
  rules.types.has(item.type) ||
  rules.isBelow(item) ||
  item.terms.some(
    ({ taxonomy, nicename }) =>
      rules.terms.has(`${taxonomy} ${nicename}`) || rules.terms.has(`${item.type} ${taxonomy} ${nicename}`),
  ) ||
  rules.paths.some((path) => pathOf(item.link).startsWith(path));

const pathOf = (address: string): string => URL.parse(address, 'http://x')?.pathname ?? address;

/** What MemberPress calls its rules, as items of an export. */
const MEMBER_RULE = 'memberpressrule';

/** A term that a rule names. */
interface GivenTerm {
  /** The type of the items that it is for; empty for all. */
  type: string;
  taxonomy: string;
  /** A number, or a nicename. */
  term: string;
}

/** Collects the rules of MemberPress, which may stand anywhere in an export. */
export class MemberRulesReader {
  private readonly items = new Set<string>();
  private readonly types = new Set<string>();
  private readonly above = new Set<string>();
  private readonly paths: string[] = [];
  private readonly given: GivenTerm[] = [];
  private readonly parents = new Map<string, string>();
  private isAll = false;

  /** To be called with every item. */
  add({ id, type, parent, status, meta }: Pick<Item, 'id' | 'type' | 'parent' | 'status' | 'meta'>): void {
    if (parent !== '' && parent !== '0') this.parents.set(id, parent);
    if (type === MEMBER_RULE && status === 'publish') this.addRule(meta);
  }

  private addRule(meta: Item['meta']): void {
    const kind = meta.get('_mepr_rules_type')?.trim() ?? '';
    const content = meta.get('_mepr_rules_content')?.trim() ?? '';
    const isPattern = isSet(meta.get('_is_mepr_content_regexp') ?? '');
    const ofType = /^tax_(.+)\|\|cpt_(.+)$/.exec(kind);
    const [, start = '', name = ''] = /^(all_tax|all|single|parent)_(.+)$/.exec(kind) ?? [];
    if (kind === 'category' || kind === 'tag') {
      this.given.push({ type: '', taxonomy: kind === 'tag' ? 'post_tag' : kind, term: content });
    } else if (ofType) {
      this.given.push({ type: `${ofType[2] ?? ''} `, taxonomy: ofType[1] ?? '', term: content });
    } else if (start === 'all_tax' && content !== '') {
      this.given.push({ type: '', taxonomy: name, term: content });
    } else if (start === 'all') {
      // It writes `all_posts`, and the type of others as it is.
      this.types.add(name).add(name.replace(/s$/, ''));
    } else if (start === 'single') this.items.add(content);
    else if (start === 'parent') this.above.add(content);
    else if (kind === 'custom' && !isPattern && content.startsWith('/')) this.paths.push(content);
    else this.isAll = true;
  }

  /** @param nicenameOf of a term by its number */
  rules(nicenameOf: (taxonomy: string, id: string) => string | undefined): MemberRules {
    const terms = this.given.map(
      ({ type, taxonomy, term }) => `${type}${taxonomy} ${nicenameOf(taxonomy, term) ?? term}`,
    );
    return {
      items: this.items,
      types: this.types,
      terms: new Set(terms),
      paths: this.paths,
      isAll: this.isAll,
      isBelow: (item) => this.isBelow(item.parent),
    };
  }

  private isBelow(first: string): boolean {
    const seen = new Set<string>();
    for (let id = first; id !== '' && id !== '0' && !seen.has(id); id = this.parents.get(id) ?? '') {
      if (this.above.has(id)) return true;
      seen.add(id);
    }
    return false;
  }
}
