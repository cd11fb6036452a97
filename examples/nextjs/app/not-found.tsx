import Link from 'next/link';
import { Notice } from '@/components/Notice';

const NotFound = () => (
  <Notice title="There is nothing at this address">
    <p>The page may have been moved or taken offline, or the address has a typing mistake.</p>
    <p>
      <Link className="button" href="/blog" prefetch={false}>
        All articles
      </Link>
    </p>
  </Notice>
);

export default NotFound;
