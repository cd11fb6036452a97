import { describeFaults } from './describe';

describeFaults('sqlite', 'SQLite');
