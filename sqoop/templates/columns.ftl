columns:
[#list table.columns as column]
  - {name: [=sqoop.yaml(column.name)], type: [=sqoop.yaml(column.type)][#if column.nullable], nullable: yes[/#if]}
[/#list]
