import { describeFaults } from './describe';

describeFaults('postgres', 'PostgreSQL');
