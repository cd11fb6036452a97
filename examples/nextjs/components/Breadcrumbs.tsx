import Link from 'next/link';
import { site } from '@/lib/settings';
import { JsonLd } from './JsonLd';

export interface Crumb {
  name: string;
  path: string;
}

/** The way from the list of all articles to this page, which is the last crumb. */
export const Breadcrumbs = ({ crumbs }: { crumbs: Crumb[] }) => (
  <nav className="breadcrumbs" aria-label="Breadcrumb">
    <ol>
      {crumbs.map(({ name, path }, index) => (
        <li key={path}>
          {index < crumbs.length - 1 ? (
            <Link href={path} prefetch={false}>
              {name}
            </Link>
          ) : (
            <span aria-current="page">{name}</span>
          )}
        </li>
      ))}
    </ol>
    <JsonLd
      data={{
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: site().url + path,
        })),
      }}
    />
  </nav>
);
