import { describeFaults } from './describe';

describeFaults('mysql', 'MariaDB');
