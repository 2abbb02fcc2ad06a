[#if sqoop.copy.dateOrder == "DMY"]
# Dates in the files are [=format.dateForm.text] or ISO: put &options=-c%20datestyle=ISO,DMY after the URL.
[#else]
# Dates in the files are mm/dd/yyyy or ISO: the database's DateStyle must be MDY, the default.
[/#if]
