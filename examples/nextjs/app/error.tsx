'use client';

import { Notice } from '@/components/Notice';

/** Shown when the content cannot be read. What went wrong is in the log of the server, not here. */
const ErrorPage = ({ retry }: { retry: () => void }) => (
  <Notice title="This page cannot be shown at the moment">
    <p>The articles are safe, but they could not be read just now. Please try again in a minute.</p>
    <p>
      <button className="button" type="button" onClick={retry}>
        Try again
      </button>
    </p>
  </Notice>
);

export default ErrorPage;
