-- Runs the scripts of this module on one row, to load the classes for the class archive of the bundled Hive.
--
--   hive -f all.hql --hivevar hive=FOLDER-OF-THE-MODULE --hivevar compression=zlib --hivevar table=all_card_trans
SET hivevar:location=file://${hivevar:hive}/class-archive/cards;
SOURCE ${hivevar:hive}/all-card-trans/01-text.hql;
SOURCE ${hivevar:hive}/all-card-trans/02-heap.hql;
SOURCE ${hivevar:hive}/all-card-trans/03-load-heap.hql;
SOURCE ${hivevar:hive}/../datasets/sql/fingerprint-all-card-trans-hive.sql;

SET hivevar:location=file://${hivevar:hive}/class-archive/lineitem;
SET hivevar:delta=90;
SOURCE ${hivevar:hive}/lineitem.hql;
SOURCE ${hivevar:hive}/q1.hql;
SET hive.execution.engine=mr;
SOURCE ${hivevar:hive}/q1.hql;
