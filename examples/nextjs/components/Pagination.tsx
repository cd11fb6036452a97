import Link from 'next/link';
import { blogPath, type BlogView } from '@/lib/paths';

export const Pagination = ({ view, pages }: { view: BlogView; pages: number }) =>
  pages > 1 && (
    <nav className="pagination" aria-label="Pages">
      {view.page > 1 && (
        <Link href={blogPath({ ...view, page: view.page - 1 })} rel="prev" prefetch={false}>
          ← Previous
        </Link>
      )}
      <span>
        Page {view.page} of {pages}
      </span>
      {view.page < pages && (
        <Link href={blogPath({ ...view, page: view.page + 1 })} rel="next" prefetch={false}>
          Next →
        </Link>
      )}
    </nav>
  );
